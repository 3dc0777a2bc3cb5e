import { ApiError, PAYLOAD_LIMIT } from './failure.ts'
import type { Ledger } from './ledger.ts'
import type { Machines } from './machines.ts'
import type { Engine } from './thread.ts'
import type { ExecutionRow, Json, JsonObject, Machine, MachineType } from './states.types.ts'

/** One operation of the API: what it acts on, and what it does. */
export interface Operation {
  resource(body: JsonObject): string
  run(body: JsonObject): Promise<JsonObject> | JsonObject
}

function text(body: JsonObject, field: string): string {
  const value = body[field]
  if (typeof value !== 'string')
    throw new ApiError(
      'ValidationException',
      `Value null at '${field}' failed to satisfy constraint: Member must not be null`,
    )
  return value
}

function optional(body: JsonObject, field: string): string | undefined {
  return body[field] === undefined || body[field] === null ? undefined : text(body, field)
}

const seconds = (ms: number) => ms / 1000

function page(body: JsonObject): { offset: number; limit: number } {
  const offset = body['nextToken'] === undefined ? 0 : Number(Buffer.from(text(body, 'nextToken'), 'base64').toString())
  if (!Number.isSafeInteger(offset) || offset < 0) throw new ApiError('InvalidToken', "Invalid Token: 'Invalid token'")
  return { offset, limit: Math.min(1000, Number(body['maxResults']) || 100) }
}

function paged<T>(found: T[], { offset, limit }: { offset: number; limit: number }): { rows: T[]; next: JsonObject } {
  const more = found.length > limit
  const next = more ? { nextToken: Buffer.from(String(offset + limit)).toString('base64') } : {}
  return { rows: found.slice(0, limit), next: next as JsonObject }
}

function describedExecution(
  row: ExecutionRow,
  redrives = { count: 0, at: null as number | null },
  again = false,
): JsonObject {
  return {
    executionArn: row.arn,
    stateMachineArn: row.machineArn,
    name: row.name,
    status: row.status,
    startDate: seconds(row.start),
    ...(row.stop === null ? {} : { stopDate: seconds(row.stop) }),
    input: row.input,
    inputDetails: { included: true },
    ...(row.output === null ? {} : { output: row.output, outputDetails: { included: true } }),
    ...(row.error === null ? {} : { error: row.error }),
    ...(row.cause === null ? {} : { cause: row.cause }),
    redriveCount: redrives.count,
    ...(redrives.at === null ? {} : { redriveDate: seconds(redrives.at) }),
    redriveStatus: again ? 'REDRIVABLE' : 'NOT_REDRIVABLE',
  }
}

function describedMachine(machine: Machine): JsonObject {
  return {
    stateMachineArn: machine.arn,
    name: machine.name,
    status: 'ACTIVE',
    definition: machine.definition,
    roleArn: machine.roleArn,
    type: machine.type,
    creationDate: seconds(machine.created),
    loggingConfiguration: { level: 'OFF', includeExecutionData: false },
    tracingConfiguration: { enabled: false },
    revisionId: machine.revisionId,
  }
}

function withoutData(value: Json): Json {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const hidden = ['input', 'output', 'inputDetails', 'outputDetails', 'parameters', 'error', 'cause']
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !hidden.includes(key))
      .map(([key, part]) => [key, withoutData(part)]),
  )
}

/** The operations, by the name that the X-Amz-Target header carries. */
export function operations(engine: Engine, machines: Machines, ledger: Ledger): Record<string, Operation> {
  const any = () => '*'
  const machineArn = (body: JsonObject) => text(body, 'stateMachineArn')
  const executionArn = (body: JsonObject) => text(body, 'executionArn')
  const byToken = (body: JsonObject) => engine.callbacks.machineOf(text(body, 'taskToken'))
  const unpublished = (body: JsonObject) => {
    if (body['publish'] === true) throw new ApiError('ValidationException', "'publish' is not supported")
  }
  return {
    CreateStateMachine: {
      resource: (body) => machines.arnOf(text(body, 'name')),
      run(body) {
        unpublished(body)
        const type = (optional(body, 'type') ?? 'STANDARD') as MachineType
        if (type !== 'STANDARD' && type !== 'EXPRESS')
          throw new ApiError('ValidationException', `Unknown type '${String(type)}'`)
        const machine = machines.create({
          name: text(body, 'name'),
          definition: text(body, 'definition'),
          roleArn: text(body, 'roleArn'),
          type,
        })
        return { stateMachineArn: machine.arn, creationDate: seconds(machine.created) }
      },
    },
    UpdateStateMachine: {
      resource: machineArn,
      run(body) {
        unpublished(body)
        const [definition, roleArn] = [optional(body, 'definition'), optional(body, 'roleArn')]
        if (definition === undefined && roleArn === undefined)
          throw new ApiError(
            'MissingRequiredParameter',
            'Either the definition, the role ARN, or both must be specified',
          )
        const machine = machines.update(text(body, 'stateMachineArn'), { definition, roleArn })
        return { updateDate: seconds(machine.updated), revisionId: machine.revisionId }
      },
    },
    DeleteStateMachine: {
      resource: machineArn,
      run(body) {
        machines.delete(text(body, 'stateMachineArn'))
        return {}
      },
    },
    DescribeStateMachine: {
      resource: machineArn,
      run: (body) => describedMachine(machines.get(text(body, 'stateMachineArn'))),
    },
    ListStateMachines: {
      resource: any,
      run(body) {
        const at = page(body)
        const { rows, next } = paged(machines.list().slice(at.offset, at.offset + at.limit + 1), at)
        return {
          stateMachines: rows.map(({ arn, name, type, created }) => ({
            stateMachineArn: arn,
            name,
            type,
            creationDate: seconds(created),
          })),
          ...next,
        }
      },
    },
    StartExecution: {
      resource: machineArn,
      run(body) {
        const machine = machines.get(text(body, 'stateMachineArn'))
        const { row } = ledger.start(machine, optional(body, 'name'), optional(body, 'input') ?? '{}')
        return { executionArn: row.arn, startDate: seconds(row.start) }
      },
    },
    StartSyncExecution: {
      resource: machineArn,
      async run(body) {
        const machine = machines.get(text(body, 'stateMachineArn'))
        if (machine.type !== 'EXPRESS')
          throw new ApiError(
            'StateMachineTypeNotSupported',
            'This operation is not supported by this type of state machine',
          )
        const row = await ledger.start(machine, optional(body, 'name'), optional(body, 'input') ?? '{}').done
        const { redriveCount: _count, redriveStatus: _status, ...described } = describedExecution(row)
        return described
      },
    },
    DescribeExecution: {
      resource: executionArn,
      run(body) {
        const row = ledger.describe(executionArn(body))
        return describedExecution(row, engine.journal.redrives(row.arn), ledger.isRedrivable(row))
      },
    },
    ListExecutions: {
      resource: machineArn,
      run(body) {
        const machine = machines.get(text(body, 'stateMachineArn'))
        if (machine.type === 'EXPRESS')
          throw new ApiError(
            'StateMachineTypeNotSupported',
            'This operation is not supported by this type of state machine',
          )
        const at = page(body)
        const { rows, next } = paged(
          engine.journal.executions(machine.arn, optional(body, 'statusFilter'), at.offset, at.limit + 1),
          at,
        )
        const executions = rows.map((row) => {
          const { executionArn: arn, stateMachineArn, name, status, startDate, stopDate } = describedExecution(row)
          return {
            executionArn: arn,
            stateMachineArn,
            name,
            status,
            startDate,
            ...(stopDate === undefined ? {} : { stopDate }),
          } as JsonObject
        })
        return { executions, ...next }
      },
    },
    StopExecution: {
      resource: executionArn,
      async run(body) {
        ledger.describe(executionArn(body))
        const row = await ledger.stop(
          executionArn(body),
          optional(body, 'error') ?? null,
          optional(body, 'cause') ?? null,
        )
        return { stopDate: seconds(row.stop ?? row.start) }
      },
    },
    RedriveExecution: {
      resource: executionArn,
      run: (body) => ({ redriveDate: seconds(ledger.redrive(executionArn(body))) }),
    },
    GetExecutionHistory: {
      resource: executionArn,
      run(body) {
        const row = ledger.describe(executionArn(body))
        const at = page(body)
        const { rows, next } = paged(
          engine.journal.events(row.arn, body['reverseOrder'] === true, at.offset, at.limit + 1),
          at,
        )
        return { events: body['includeExecutionData'] === false ? rows.map(withoutData) : rows, ...next }
      },
    },
    SendTaskSuccess: {
      resource: byToken,
      run(body) {
        const output = text(body, 'output')
        if (Buffer.byteLength(output) > PAYLOAD_LIMIT)
          throw new ApiError('InvalidOutput', "Invalid Output: 'too large'")
        let value: Json
        try {
          value = JSON.parse(output) as Json
        } catch (error) {
          throw new ApiError('InvalidOutput', `Invalid Output: '${(error as Error).message}'`)
        }
        engine.callbacks.answer(text(body, 'taskToken'), { output: value })
        return {}
      },
    },
    SendTaskFailure: {
      resource: byToken,
      run(body) {
        engine.callbacks.answer(text(body, 'taskToken'), {
          error: optional(body, 'error') ?? '',
          cause: optional(body, 'cause') ?? '',
        })
        return {}
      },
    },
    SendTaskHeartbeat: {
      resource: byToken,
      run(body) {
        engine.callbacks.beat(text(body, 'taskToken'))
        return {}
      },
    },
  }
}
