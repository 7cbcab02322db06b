import { compareWithRecordings } from "./support/compare-with-recordings";
import { continuing } from "./scenarios/continuing";

compareWithRecordings("continuing", continuing);
