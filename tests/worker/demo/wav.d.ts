declare module "*.wav?inline" {
  const dataUrl: string;
  export default dataUrl;
}
