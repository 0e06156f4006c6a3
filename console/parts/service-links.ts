import { html } from "lit";

/** The service's pages beside the console. */
export const serviceLinks = () => html`<footer class="service">
  <nav aria-label="Pages of this service">
    <a href="/guides/">Guides</a><a href="/">Demo page</a><a href="/playground/">Playground</a
    ><a href="/docs">API reference</a>
  </nav>
</footer>`;
