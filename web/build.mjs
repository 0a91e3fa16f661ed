/** The build of the page, as its address names it (tools/embed.py); "dev": a folder of sources. */
export const build = /\/b\/([^/]+)\//.exec(import.meta.url)?.[1] ?? "dev";
