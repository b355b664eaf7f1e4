/* The other adventures that this browser keeps beside the one that is played. */
LuckAtlas.shelf = (function () {
  "use strict";

  const { current, saved, shapes, store } = LuckAtlas;
  const KEY = "luck-atlas-adventures";
  const MOST = 20;
  let others = load();

  /* Each as it was written: what cannot be read any more is left out. */
  function load() {
    const { found } = saved.load(KEY, ({ adventures }) => {
      if (!shapes.list(shapes.isObject, 0, MOST)(adventures)) throw new Error("no list of adventures");
      return adventures;
    }, false);
    return (found || []).filter(readable);
  }

  function readable(written) {
    try {
      return Boolean(store.take(written));
    } catch {
      return false;
    }
  }

  const save = () => saved.write(KEY, JSON.stringify({ adventures: others }));

  /* What is played goes onto the shelf, and another adventure is played. */
  function swap(found, what) {
    if (current.begun) others = [current.written(), ...others].slice(0, MOST);
    save();
    current.take(found, what);
  }

  function open(index, what) {
    const found = store.take(others[index]);
    others = others.filter((_, i) => i !== index);
    swap(found, what);
  }

  function remove(index) {
    others = others.filter((_, i) => i !== index);
    save();
  }

  return {
    list: () => others.map(store.take),
    reload: () => {
      others = load();
    },
    KEY, open, remove, swap,
  };
})();
