/* What a round does: whose score is hit, and by which of the three hits. */
LuckAtlas.hits = (function () {
  "use strict";

  const HIT = { won: "foe-stamina", lost: "stamina" };
  const HITS = { kept: 0, lucky: 1, unlucky: 2 };

  /* The rules by their words, all of them: of a preset, or those of one's own. */
  const rulesOf = ({ rules }) => LuckAtlas.readRules(rules);

  return { HIT, HITS, rulesOf };
})();
