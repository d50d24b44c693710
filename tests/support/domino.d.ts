/** Its own types are those of another name. */
declare module '@mixmark-io/domino' {
  const domino: { createDocument(html: string): Document };
  export default domino;
}
