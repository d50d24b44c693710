/**
 * Statements with more parameters are lists of some length, so that most of them come only once; a
 * database would keep the plan of each.
 */
export const mostParameters = 24;
