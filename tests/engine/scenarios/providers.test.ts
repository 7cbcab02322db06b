import { compareWithRecordings } from "../support/compare-with-recordings";
import { plugins } from "./plugins";
import { programs } from "./programs";
import { transforms } from "./transforms";
import { values } from "./values";

compareWithRecordings("programs", programs);
compareWithRecordings("plugins", plugins);
compareWithRecordings("transforms", transforms);
compareWithRecordings("values", values);
