declare module "*.wav?inline" {
  const dataUrl: string;
  export default dataUrl;
}
declare module "*.adpcm" {
  const data: ArrayBuffer;
  export default data;
}
