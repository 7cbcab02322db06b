import { compareWithRecordings } from "./support/compare-with-recordings";
import { basics } from "./scenarios/basics";

compareWithRecordings("basics", basics);
