// The solver in a worker: the page stays quick while a large board is solved.

import { answerTo } from "./questions.js";

self.onmessage = ({ data: { name, given }, ports: [back] }) => back.postMessage(answerTo(name, given));
