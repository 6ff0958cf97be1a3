export const partPages = () => [];
