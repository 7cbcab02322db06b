import { compareWithRecordings } from "../support/compare-with-recordings";
import { basics } from "./basics";

compareWithRecordings("basics", basics);
