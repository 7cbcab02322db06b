import { compareWithRecordings } from "../support/compare-with-recordings";
import { values } from "./values";

compareWithRecordings("values", values);
