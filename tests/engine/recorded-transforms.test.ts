import { compareWithRecordings } from "./support/compare-with-recordings";
import { transforms } from "./scenarios/transforms";

compareWithRecordings("transforms", transforms);
