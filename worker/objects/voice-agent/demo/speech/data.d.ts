declare module "*.adpcm" {
  const data: ArrayBuffer;
  export default data;
}
