/**
 * Dissectors in Lua for Wireshark and tshark, made from the tables of the formats: a field there has the name, the
 * place and the value that it has here. To use them: `tshark -X lua_script:FILE.lua -r RUN.pcapng`, or FILE.lua in the
 * folder of Wireshark’s personal plugins.
 */
import type { CheckedField } from "./header.ts";
import { LUA_FORMATS, type LuaFormat, type LuaPart } from "./lua-formats.ts";

const quoted = (text: string): string => `"${text.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
const slug = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "_")
    .replaceAll(/^_|_$/g, "");

const BYTE = 8;
const HALF = 32;
const lengthOf = ({ bit, bits }: CheckedField): number => Math.ceil((bit + bits) / BYTE);

function typeOf({ bits, signed }: CheckedField): string {
  const width = bits <= 8 ? 8 : bits <= 16 ? 16 : bits <= 24 ? 24 : bits <= HALF ? HALF : 64;
  return `${signed ? "int" : "uint"}${width}`;
}

/** `{field, at, bytes, bit, bits, signed, low word first}`, or a field for each flag with its mask. */
function rowsOf(prefix: string, key: string, one: CheckedField): readonly string[] {
  const name = `${prefix}.${slug(key)}`;
  const { at, bit, bits, signed, lowWordFirst, means, shown } = one;
  const place = `at = ${at}, bytes = ${lengthOf(one)}, bit = ${bit}, bits = ${bits}`;
  if (shown.flags !== undefined) {
    return Object.entries(shown.flags).map(
      ([flag, mask]) =>
        `{ f = ProtoField.bool(${quoted(`${name}.${slug(flag)}`)}, ${quoted(flag)}), ${place}, mask = ${mask} },`,
    );
  }
  const field = `ProtoField.${typeOf(one)}(${quoted(name)}, ${quoted(one.name)}, base.DEC, nil, nil, ${quoted(means)})`;
  const facts = [
    ...(signed ? ["signed = true"] : []),
    ...(lowWordFirst ? ["low = true"] : []),
    ...(key === "bytes" ? ["length = true"] : []), // of what stands behind a message’s header
  ];
  return [`{ f = ${[field, place, ...facts].join(", ")} },`];
}

function partOf(format: string, { header, when, times, until }: LuaPart, index: number): string {
  const prefix = `${format}.${slug(header.what)}${until === undefined ? "" : "_clear"}`;
  const fields = Object.entries<CheckedField>(header.fields).filter(([, { at }]) => until === undefined || at < until);
  const rows = fields.flatMap(([key, one]) => rowsOf(prefix, key, one));
  const there = when === undefined ? "" : ` when = function(n, to, size) return ${when} end,`;
  const many = times === undefined ? "" : ` times = function(n) return ${times} end,`;
  const about = `what = ${quoted(header.what)}, bytes = ${until ?? header.bytes},${there}${many}`;
  return `  parts[${index + 1}] = { ${about} rows = {
${rows.map((row) => `    ${row}`).join("\n")}
  } }`;
}

function formatOf({ name, table, keys, parts, magic }: LuaFormat): string {
  const id = `rt_${slug(name)}`;
  return `do -- ${name}
  local parts = {}
${parts.map((part, i) => partOf(id, part, i)).join("\n")}
  dissector(${quoted(id)}, ${quoted(name)}, ${quoted(table)}, { ${keys.join(", ")} }, parts, ${magic ?? "nil"})
end`;
}

/** What is the same for all of them. */
const COMMON = `-- The value of a row at a place of the packet.
local function value(tvb, at, row)
  if row.low then return tvb(at, 2):uint() + tvb(at + 2, 2):uint() * 65536 end
  local found = tvb(at, row.bytes):bitfield(row.bit, row.bits)
  if type(found) ~= "number" then found = found:tonumber() end
  if row.signed and found >= 2 ^ (row.bits - 1) then found = found - 2 ^ row.bits end
  return found
end

local function show(tree, proto, tvb, at, part)
  local branch = tree:add(proto, tvb(at, part.bytes), part.what)
  for _, row in ipairs(part.rows) do
    local range = tvb(at + row.at, row.bytes)
    if row.mask then
      branch:add(row.f, range, math.floor(value(tvb, at + row.at, row) / row.mask) % 2 == 1)
    elseif row.bits > 32 then
      branch:add(row.f, range)
    else
      branch:add(row.f, range, value(tvb, at + row.at, row))
    end
  end
end

-- Shows the headers of a packet; returns the place behind them.
local function headers(tree, proto, tvb, from, pinfo, parts)
  local size = tvb:len() - from
  local function n(at, bytes)
    if at + bytes > size then return -1 end
    return tvb(from + at, bytes):uint()
  end
  local at = from
  for _, part in ipairs(parts) do
    if not part.when or part.when(n, pinfo.dst_port, size) then
      for _ = 1, part.times and part.times(n) or 1 do
        if at + part.bytes > tvb:len() then return at end
        show(tree, proto, tvb, at, part)
        at = at + part.bytes
      end
    end
  end
  return at
end

local function data(tvb, from, to, pinfo, tree)
  if to > from then Dissector.get("data"):call(tvb(from, to - from):tvb(), pinfo, tree) end
end

-- Messages that follow one another in a segment, as far as they begin in it.
local function messages(tree, proto, tvb, pinfo, parts, magic)
  local at, length = 0, tvb:len()
  while at + parts[1].bytes <= length and tvb(at, 2):uint() == magic do
    local bytes = 0
    for _, row in ipairs(parts[1].rows) do
      if row.length then bytes = value(tvb, at + row.at, row) end
    end
    show(tree, proto, tvb, at, parts[1])
    local behind = at + parts[1].bytes
    at = math.min(length, behind + bytes)
    data(tvb, behind, at, pinfo, tree)
  end
  return at
end

local function dissector(id, name, below, keys, parts, magic)
  local proto = Proto(id, name .. " (Roundtrip)")
  local fields = {}
  for _, part in ipairs(parts) do
    for _, row in ipairs(part.rows) do fields[#fields + 1] = row.f end
  end
  proto.fields = fields
  function proto.dissector(tvb, pinfo, root)
    pinfo.cols.protocol = name
    local tree = root:add(proto, tvb())
    local at
    if magic then at = messages(tree, proto, tvb, pinfo, parts, magic)
    else at = headers(tree, proto, tvb, 0, pinfo, parts) end
    data(tvb, at, tvb:len(), pinfo, root)
    return tvb:len()
  end
  for _, key in ipairs(keys) do DissectorTable.get(below):add(key, proto) end
end`;

/** One script with the dissectors of all formats. */
export const luaDissectors = (): string => `-- Dissectors of Roundtrip’s formats, made from their tables.
-- tshark -X lua_script:THIS_FILE -r RUN.pcapng

${COMMON}

${LUA_FORMATS.map(formatOf).join("\n\n")}
`;
