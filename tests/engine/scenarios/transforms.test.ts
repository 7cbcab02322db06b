import { compareWithRecordings } from "../support/compare-with-recordings";
import { transforms } from "./transforms";

compareWithRecordings("transforms", transforms);
