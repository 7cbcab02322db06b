import axios from "axios";
import { Agent as HttpAgent } from "node:http";
import { Agent, request } from "undici";
import { createClient } from "../../../client";

/** One way of getting a pod and a list of pods. */
export interface Contender {
  readonly name: string;
  readonly get: () => Promise<unknown>;
  readonly list: () => Promise<unknown>;
  readonly close?: () => Promise<unknown>;
}

const key = "bench-key";
const id = "pod0000000";
const authorization = `Bearer ${key}`;

/** All against the same server; only the first validates what it gets, paces itself and retries. */
export async function contenders(url: string): Promise<Contender[]> {
  const { default: ky } = await import("ky");
  const client = createClient({ apiUrl: url, apiKey: key });
  const dispatcher = new Agent({ connections: 128 });
  const one = `${url}/v2/pods/${id}`;
  const all = `${url}/v2/pods?limit=1000`;
  const bare = async (address: string): Promise<unknown> => {
    const { statusCode, body } = await request(address, { dispatcher, headers: { authorization } });
    if (statusCode !== 200) throw new Error(String(statusCode));
    return JSON.parse(await body.text());
  };
  const native = async (address: string): Promise<unknown> => {
    const answer = await fetch(address, { headers: { authorization } });
    if (!answer.ok) throw new Error(String(answer.status));
    return answer.json();
  };
  const kyApi = ky.create({ headers: { authorization } });
  const axiosApi = axios.create({ headers: { authorization }, httpAgent: new HttpAgent({ keepAlive: true }) });
  return [
    {
      name: "this client, validated",
      get: () => client.pods.get(id),
      list: () => client.pods.list({ limit: 1_000 }),
      close: () => client.close(),
    },
    {
      name: "undici.request + JSON.parse",
      get: () => bare(one),
      list: () => bare(all),
      close: () => dispatcher.close(),
    },
    { name: "global fetch", get: () => native(one), list: () => native(all) },
    { name: "ky", get: () => kyApi.get(one).json(), list: () => kyApi.get(all).json() },
    {
      name: "axios",
      get: async () => (await axiosApi.get<unknown>(one)).data,
      list: async () => (await axiosApi.get<unknown>(all)).data,
    },
  ];
}
