// Runs the unchanged checker.py in Pyodide, away from the page so that it stays awake.

import { loadPyodide } from "./pyodide.mjs";

self.addEventListener("message", async ({ data }) => {
  try {
    const source = await (await fetch(new URL("checker.py", import.meta.url))).text();
    const python = await loadPyodide({ indexURL: new URL("./", import.meta.url).href });
    self.postMessage({ stage: "judging" });
    python.FS.mkdir("/given");
    python.FS.writeFile("/given/checker.py", source);
    for (const [name, body] of Object.entries(data)) python.FS.writeFile(`/given/${name}`, body);
    const verdict = python.runPython(`
import sys, json
from pathlib import Path
sys.path.insert(0, "/given")
import checker
verdict = checker.check(Path("/given/certificate.json"))
json.dumps([verdict.accepted, verdict.text])
`);
    const [accepted, text] = JSON.parse(verdict);
    self.postMessage({ accepted, text });
  } catch (error) {
    self.postMessage({ accepted: false, text: String(error) });
  }
});
