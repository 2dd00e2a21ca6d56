/** The subsystem of Appendix II, Figure 1: two procedures with one parameter each. */
export const EXAMPLE = `Server Prefix "serv"; /* tag server operations to avoid ambiguity */
Subsystem "Example";

#define EXPORTAL 3000 /* logical portal and subsystem numbers */
#define EXSUBSYS 151 /* chosen by subsystem designer */

double_it(IN OUT Integer testval);
triple_it(IN OUT Integer testval);
`;
