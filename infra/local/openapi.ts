/** The OpenAPI 3.1 document, derived from the calls. */
import * as z from 'zod'
import { domains } from '#infra/domains.ts'
import { holesOf } from '#shared/kit/call.ts'

type Json = Record<string, unknown>
const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json
  return rest
}

export const openapi = (): Json => {
  const paths: Record<string, Json> = {}
  for (const domain of domains) {
    for (const [name, call] of domain.calls) {
      if (call.host === 'scanner') continue
      const input = schemaOf(call.input(), 'input')
      const properties = (input['properties'] ?? {}) as Record<string, Json>
      const required = (input['required'] ?? []) as string[]
      const holes = holesOf(call.path)
      const reads = call.method === 'GET' || call.method === 'DELETE'
      const path = call.path.replace(/:(\w+)/g, '{$1}')
      const parameters = Object.entries(properties)
        .filter(([field]) => reads || holes.includes(field))
        .map(([field, schema]) => ({
          name: field,
          in: holes.includes(field) ? 'path' : 'query',
          required: holes.includes(field) || required.includes(field),
          schema,
        }))
      paths[path] ??= {}
      paths[path][call.method.toLowerCase()] = {
        operationId: `${domain.room}.${name}`,
        tags: [domain.room],
        summary: call.summary,
        ...(call.scope.kind === 'public' ? { security: [] } : {}),
        'x-user-types': call.userTypes,
        'x-scope': call.scope.kind === 'on' ? `on ${call.scope.object}` : call.scope.kind,
        ...(call.fresh ? { 'x-fresh': true } : {}),
        'x-problems': (call.problems ?? []).map((p) => ({ status: p.status, message: p.message })),
        ...(parameters.length > 0 ? { parameters } : {}),
        ...(reads ? {} : { requestBody: { required: true, content: { 'application/json': { schema: input } } } }),
        responses: {
          200: {
            description: "status 0 is success; anything else is a problem's number",
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  required: ['status', 'data', 'message'],
                  properties: {
                    status: { type: 'integer' },
                    data: schemaOf(call.output(), 'output'),
                    message: { type: 'string' },
                  },
                },
              },
            },
          },
          ...(call.scope.kind === 'public'
            ? {}
            : { 401: { description: 'no live session' }, 403: { description: 'user type or scope' } }),
        },
      }
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: '青禾', version: '1' },
    security: [{ bearer: [] }],
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
    paths,
  }
}
