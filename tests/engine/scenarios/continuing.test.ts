import { compareWithRecordings } from "../support/compare-with-recordings";
import { continuing } from "./continuing";

compareWithRecordings("continuing", continuing);
