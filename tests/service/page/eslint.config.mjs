// The recommended rules of ESLint 9, and what TypeScript does not look at; names are TypeScript's.
import { realpathSync } from "node:fs";
import { createRequire } from "node:module";

const { configs } = createRequire(realpathSync(process.argv[1]))("@eslint/js");
const more = Object.fromEntries(["no-var", "prefer-const", "eqeqeq", "no-implicit-coercion", "no-eval", "no-shadow",
  "no-else-return", "object-shorthand", "no-useless-return", "prefer-template"].map((rule) => [rule, "error"]));
export default [configs.recommended, { rules: { ...more, "no-undef": "off", "no-empty": ["error", { allowEmptyCatch: true }] } }];
