import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { appShell, WORKER } from "./app_shell";

// `npm run dev` shows changes at once; it plays at the server named here.
const server = process.env.SABACC_SERVER ?? "http://localhost:8080";

export default defineConfig({
  plugins: [svelte(), appShell()],
  build: {
    outDir: "../src/sabacc/server/pages",
    emptyOutDir: true,
    assetsInlineLimit: 0, // the server's content security policy allows nothing inline
    modulePreload: { polyfill: false },
    target: "es2022",
    rolldownOptions: {
      input: { index: "index.html", [WORKER]: "src/service_worker.ts" },
      output: { entryFileNames: (chunk) => (chunk.name === WORKER ? "[name].js" : "assets/[name]-[hash].js") },
    },
  },
  server: {
    fs: { allow: [".."] }, // the rules pages show docs/rules, and messages are the server's
    proxy: {
      "/api": { target: server, changeOrigin: true, headers: { origin: server } },
      "/ws": { target: server, changeOrigin: true, ws: true, headers: { origin: server } },
    },
  },
  test: { include: ["tests/**/*.test.ts"], setupFiles: ["tests/english.ts"] },
});
