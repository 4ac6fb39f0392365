// The solver in a worker: the page stays quick while a large board is solved.

import { answerTo } from "./questions.js";

self.onmessage = ({ data: { number, name, given } }) => self.postMessage({ number, reply: answerTo(name, given) });
