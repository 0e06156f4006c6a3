/** `worker` runs inside workerd; `unit` in Node, for what is pure; `e2e` in Node, driving servers and browsers. */
declare const _default: import("vite").UserConfig;
export default _default;
