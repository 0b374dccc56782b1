export const handler = async () => {
  throw new Error("a secret that no caller may see");
};
