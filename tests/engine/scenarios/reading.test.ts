import { compareWithRecordings } from "../support/compare-with-recordings";
import { reading } from "./reading";

compareWithRecordings("reading", reading);
