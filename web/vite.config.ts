import { defineConfig } from "vite";

// Names without hashes: the program embeds the files by name, and every link is relative, so that
// the page also works from any folder of a static server.
export default defineConfig({
  base: "./",
  build: {
    target: "es2022",
    outDir: "dist",
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 900,
    rollupOptions: {
      output: {
        entryFileNames: "[name].js",
        chunkFileNames: "[name].js",
        assetFileNames: "[name][extname]",
      },
    },
  },
});
