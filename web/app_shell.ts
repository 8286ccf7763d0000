/** Builds the service worker beside the pages, and tells it which build it belongs to. */

import { createHash } from "node:crypto";
import type { Plugin } from "vite";

export const WORKER = "sw";

export function appShell(): Plugin {
  return {
    name: "app-shell",
    apply: "build",
    generateBundle: {
      order: "post", // by then, scripts that only held styles are gone
      handler(_, bundle) {
        const worker = bundle[`${WORKER}.js`];
        if (worker?.type !== "chunk" || worker.imports.length) throw new Error("the service worker is one file that imports nothing");
        const build = createHash("sha256").update(Object.keys(bundle).sort().join("\n")).update(worker.code).digest("hex").slice(0, 12);
        const files = Object.keys(bundle).filter((name) => /\.(js|css|woff2)$/.test(name) && name !== worker.fileName);
        worker.code = worker.code
          .replace("__BUILD__", build)
          .replace("__FILES__", files.map((name) => `/${name}`).join(" "))
          .replace(/export\s*\{\s*\};?\s*$/, "");
      },
    },
  };
}
