/* What scripts are checked for: mistakes, not looks. */

import js from "@eslint/js";
import globals from "globals";

const browser = { ...globals.browser, LuckAtlas: "writable" };
const rules = {
  ...js.configs.recommended.rules,
  eqeqeq: ["error", "always", { null: "ignore" }],
  "no-implicit-globals": "error",
  "no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_", destructuredArrayIgnorePattern: "^_" }],
  "no-useless-return": "error",
  "no-var": "error",
  "object-shorthand": "error",
  "prefer-const": "error",
};

/* Written for browsers of any age: it says so where one is too old for the rest. */
const old = { "no-implicit-globals": "off", "no-var": "off", "object-shorthand": "off", "prefer-const": "off" };
const unused = { "no-unused-vars": ["error", { caughtErrors: "none" }] };
/* The build writes these before the worker. */
const written = { CORE: "readonly", FILES: "readonly", VERSION: "readonly" };

export default [
  { linterOptions: { reportUnusedDisableDirectives: "error" } },
  { files: ["templates/**/*.mjs"], languageOptions: { globals: globals.browser }, rules: { ...rules, "no-shadow": "error" } },
  { files: ["templates/**/*.js"], languageOptions: { sourceType: "script", globals: browser }, rules },
  { files: ["templates/static/early.js", "templates/static/site.js", "templates/site/404.js"], rules: { ...old, ...unused } },
  {
    files: ["templates/worker/*.js"],
    languageOptions: { globals: { ...globals.serviceworker, ...written } },
    rules: { "no-implicit-globals": "off" },
  },
];
