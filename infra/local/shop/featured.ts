/** Keys of the products on the home page, of different kinds and colors. */
export const FEATURED = ["mug-blue", "beans-red", "bowl-red", "kettle-black", "filter-blue", "grinder-green"];
