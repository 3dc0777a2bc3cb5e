import { describe, expect, it } from 'vitest'
import { domains } from '#infra/domains.ts'
import { holesOf } from '#shared/kit/call.ts'
import { openapi } from '../openapi.ts'

type Schema = Record<string, unknown>
type Operation = {
  operationId: string
  summary: string
  security?: unknown[]
  parameters?: { name: string; in: string; required: boolean; schema: Schema }[]
  requestBody?: { content: { 'application/json': { schema: Schema } } }
  responses: Record<string, { description: string; content?: { 'application/json': { schema: Schema } } }>
}

const document = openapi() as {
  openapi: string
  info: { title: string; version: string }
  components: { securitySchemes: Record<string, unknown> }
  paths: Record<string, Record<string, Operation>>
}
const declared = domains.flatMap((d) =>
  d.calls.filter(([, c]) => c.host !== 'scanner').map(([name, c]) => ({ ...c, id: `${d.room}.${name}` })),
)
const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
)

/** Every $ref of a value, with the definitions that stand beside it. */
const refsIn = (value: unknown): string[] =>
  typeof value !== 'object' || value === null
    ? []
    : Object.entries(value).flatMap(([key, of]) => (key === '$ref' ? [String(of)] : refsIn(of)))

describe('the OpenAPI document', () => {
  it('has every call once and nothing else', () => {
    expect(operations.map((o) => o.operation.operationId).sort()).toEqual(declared.map((c) => c.id).sort())
    for (const c of declared) {
      const found = document.paths[c.path.replace(/:(\w+)/g, '{$1}')]?.[c.method.toLowerCase()]
      expect([c.id, found?.operationId, found?.summary]).toEqual([c.id, c.id, c.summary])
    }
  })

  it('is built as OpenAPI 3.1 wants it', () => {
    expect(document.openapi).toMatch(/^3\.1\.\d+$/)
    expect(document.info.title).not.toBe('')
    expect(Object.keys(document.components.securitySchemes)).toContain('bearer')
    for (const { path, method, operation } of operations) {
      const where = `${method} ${path}`
      expect(path, where).toMatch(/^\/[^?#\s]*$/)
      expect(['get', 'post', 'put', 'delete'], where).toContain(method)
      const holes = [...path.matchAll(/\{(\w+)\}/g)].map((m) => m[1]!)
      const parameters = operation.parameters ?? []
      expect(
        parameters
          .filter((p) => p.in === 'path')
          .map((p) => p.name)
          .sort(),
        where,
      ).toEqual(holes.sort())
      expect(
        parameters.filter((p) => p.in === 'path' && !p.required),
        where,
      ).toEqual([])
      expect(new Set(parameters.map((p) => `${p.in} ${p.name}`)).size, where).toBe(parameters.length)
      if (method === 'get') expect(operation.requestBody, where).toBeUndefined()
      const body = operation.requestBody?.content['application/json'].schema
      // A body is an object, or one of several.
      const bodies = (body?.['anyOf'] as { type?: string }[] | undefined) ?? [{ type: body?.['type'] }]
      if (operation.requestBody) expect(new Set(bodies.map((b) => b.type)), where).toEqual(new Set(['object']))
      expect(operation.responses['200']?.content?.['application/json'].schema['required'], where).toEqual([
        'status',
        'data',
        'message',
      ])
    }
  })

  it('names what a call takes: each hole is a field of its input', () => {
    for (const c of declared)
      for (const hole of holesOf(c.path))
        expect(Object.keys((c.input() as unknown as { shape: object }).shape), c.id).toContain(hole)
  })

  it('leaves no reference without its definition', () => {
    const dangling = operations.flatMap(({ operation }) => {
      const text = operation as unknown
      return refsIn(text).filter((ref) => !ref.startsWith('#/components/'))
    })
    expect(dangling).toEqual([])
  })

  it('says who may call without a session, and which problems are answered', () => {
    for (const c of declared) {
      const operation = document.paths[c.path.replace(/:(\w+)/g, '{$1}')]![c.method.toLowerCase()]!
      expect(operation.security !== undefined, c.id).toBe(c.scope.kind === 'public')
      expect(operation.responses['401'] !== undefined, c.id).toBe(c.scope.kind !== 'public')
    }
  })
})
