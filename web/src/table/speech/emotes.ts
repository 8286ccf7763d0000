/** Emotes: what each says, and its picture in a box of 24 by 24. */

import type { EmoteName } from "../../protocol";

const face = (rest: string) => `M12 2.500a9.500 9.500 0 1 0 0 19a9.500 9.500 0 1 0 0-19z${rest}`;

export const EMOTE_LOOKS: Readonly<Record<EmoteName, { text: string; path: string }>> = {
  hello: { text: "Hello", path: "M7 13V7.500a1.500 1.500 0 0 1 3 0V12V5a1.500 1.500 0 0 1 3 0V12V5.500a1.500 1.500 0 0 1 3 0V13V8.500a1.500 1.500 0 0 1 3 0V15a6.500 6.500 0 0 1-11.500 4L3.500 14.500a1.600 1.600 0 0 1 2.500-2z" },
  "good-luck": { text: "Good luck", path: "M12 12C7 11 6 4 9 4s3 4 3 8c0-4 0-8 3-8s2 7-3 8c5-1 9 0 9 3s-6 2-9-3c-3 5-9 6-9 3s4-4 9-3zM12 12c1 4 2 7 5 9" },
  "nice-hand": { text: "Nice hand", path: "M9 5.500l8-2.500l4 13l-8 2.500zM9 5.500L3 9l5.500 12l4.500-2.500M15 8.500l1.500 3.500" },
  "well-played": { text: "Well played", path: "M7 11v10H3V11zM7 11l4-8.500c2 0 3 1 2.500 3L12.500 9H19a2 2 0 0 1 2 2.500l-1.500 7.500a2.500 2.500 0 0 1-2.500 2H7" },
  thanks: { text: "Thank you", path: "M12 20.500C4 14.500 2.500 11 2.500 8a4.700 4.700 0 0 1 9.500-1.500A4.700 4.700 0 0 1 21.500 8c0 3-1.500 6.500-9.500 12.500z" },
  laugh: { text: "Ha", path: face("M7 13.500h10a5 5 0 0 1-10 0zM7.500 9.500l1.500-1.500l1.500 1.500M13.500 9.500L15 8l1.500 1.500") },
  wow: { text: "Wow", path: face("M12 13.500a2.300 2.300 0 1 0 0 4.600a2.300 2.300 0 1 0 0-4.600zM8.500 8v1.500M15.500 8v1.500M7 5.800l2-.8M17 5.800l-2-.8") },
  ouch: { text: "Ouch", path: face("M8 17.500c1-2 2-2 4 -.800s3 1.200 4-.800M7 7.500l3 1.500l-3 1.500M17 7.500l-3 1.500l3 1.500") },
  thinking: { text: "Let me think", path: face("M8.500 9v1M15.500 8v1.500M8.500 16l7-1.500M13 6c1.500-1.500 3.500-1.500 5 0") },
  hurry: { text: "Any time now", path: "M6 2.500h12M6 21.500h12M7.500 2.500c0 5.500 4.500 6.500 4.500 9.500s-4.500 4-4.500 9.500M16.500 2.500c0 5.500-4.500 6.500-4.500 9.500s4.500 4 4.500 9.500M10 18.500l2-2.500l2 2.500" },
  sorry: { text: "Sorry", path: face("M8 17a4.500 4.500 0 0 1 8 0M8.500 9.500v1.500M15.500 9.500v1.500M16.500 13.500c1 1.500 1 2.500 0 2.500s-1-1 0-2.500z") },
  sabacc: { text: "Sabacc!", path: "M12 1.500L21.500 7v10L12 22.500L2.500 17V7zM12 5.500l4 5.500H8zM12 18.500L8 13h8z" },
};
