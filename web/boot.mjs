// The first script. It imports nothing before it runs, so that it runs whatever happens to the others: where they
// cannot be loaded, because the server has another build by now, the page is loaded once more.

/** The service worker of a new build asks which tabs have a page that works (sw.mjs). */
navigator.serviceWorker?.addEventListener("message", (event) => event.ports[0]?.postMessage("here"));
navigator.serviceWorker?.startMessages();

// Where neither can be loaded, the server is gone: the browser says so after a reload.
import("./app.mjs").catch(() => import("./reload.mjs")).catch(() => setTimeout(() => location.reload(), 3000));
