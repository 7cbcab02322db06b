import { compareWithRecordings } from "../support/compare-with-recordings";
import { replacements } from "./replacements";

compareWithRecordings("replacements", replacements);
