import { compareWithRecordings } from "../support/compare-with-recordings";
import { basics } from "./basics";
import { continuing } from "./continuing";
import { failures } from "./failures";
import { replacements } from "./replacements";

compareWithRecordings("basics", basics);
compareWithRecordings("replacements", replacements);
compareWithRecordings("continuing", continuing);
compareWithRecordings("failures", failures);
