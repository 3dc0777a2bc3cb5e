/** Any JSON value. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
export type JsonObject = { [key: string]: Json }

export interface Retrier {
  ErrorEquals: string[]
  IntervalSeconds?: number
  MaxAttempts?: number
  BackoffRate?: number
  MaxDelaySeconds?: number
  JitterStrategy?: 'FULL' | 'NONE'
}

export interface Catcher {
  ErrorEquals: string[]
  Next: string
  Assign?: JsonObject
  Output?: Json
}

export interface ChoiceRule {
  Condition: string | boolean
  Next: string
  Assign?: JsonObject
  Output?: Json
}

export interface ItemReader {
  Resource: string
  Arguments: Json
  ReaderConfig?: {
    InputType?: string
    CSVHeaderLocation?: string
    CSVHeaders?: string[]
    CSVDelimiter?: string
    MaxItems?: number | string
  }
}

export interface ItemBatcher {
  MaxItemsPerBatch?: number | string
  BatchInput?: Json
}

export interface ResultWriter {
  Resource?: string
  Arguments?: Json
  WriterConfig?: { Transformation?: string; OutputType?: string }
}

export type StateType = 'Pass' | 'Task' | 'Choice' | 'Wait' | 'Succeed' | 'Fail' | 'Parallel' | 'Map'

/** One state, after validation: only the fields of its own type are present. */
export interface StateDefinition {
  Type: StateType
  Next?: string
  End?: boolean
  Output?: Json
  Assign?: JsonObject
  Arguments?: Json
  Resource?: string
  Choices?: ChoiceRule[]
  Default?: string
  Seconds?: number | string
  Timestamp?: string
  Error?: string
  Cause?: string
  Branches?: Flow[]
  Items?: Json
  ItemReader?: ItemReader
  ItemSelector?: Json
  ItemBatcher?: ItemBatcher
  ItemProcessor?: Flow & { ProcessorConfig?: { Mode?: string; ExecutionType?: string } }
  ResultWriter?: ResultWriter
  MaxConcurrency?: number | string
  ToleratedFailureCount?: number | string
  ToleratedFailurePercentage?: number | string
  Label?: string
  TimeoutSeconds?: number | string
  HeartbeatSeconds?: number | string
  Retry?: Retrier[]
  Catch?: Catcher[]
}

export interface Flow {
  StartAt: string
  States: Record<string, StateDefinition>
}

export interface MachineDefinition extends Flow {
  TimeoutSeconds?: number
}

export type MachineType = 'STANDARD' | 'EXPRESS'

export interface Machine {
  arn: string
  name: string
  definition: string
  roleArn: string
  type: MachineType
  revisionId: string
  /** UTC milliseconds */
  created: number
  /** UTC milliseconds */
  updated: number
}

export type ExecutionStatus = 'RUNNING' | 'SUCCEEDED' | 'FAILED' | 'TIMED_OUT' | 'ABORTED'

export interface ExecutionRow {
  arn: string
  machineArn: string
  machineName: string
  roleArn: string
  name: string
  status: ExecutionStatus
  /** JSON text, exactly as it was sent */
  input: string
  output: string | null
  error: string | null
  cause: string | null
  /** UTC milliseconds */
  start: number
  stop: number | null
  /** the definition that this execution started with; null once it has ended */
  definition: string | null
}

/** The durable position of one line of control: the root of an execution, a branch, a map iteration. */
export interface Frame {
  state: string
  input: Json
  variables: JsonObject
  /** UTC milliseconds */
  entered: number
  /** attempts already spent, by index of the retrier */
  retries: number[]
  retryCount: number
  /** start of the running attempt, UTC milliseconds: time-outs are counted from here */
  attempt: number
  /** end of a Wait state or of a retry's delay, UTC milliseconds */
  until?: number
  /** true while `until` is a retry's delay */
  backingOff?: boolean
  /** callback token, and whether its request was answered */
  token?: string
  submitted?: boolean
  /** name of the child execution that this task started */
  child?: string
  /** distributed map: run id and the entity tag of the object its items came from */
  mapRun?: string
  etag?: string
  done?: boolean
  output?: Json
}

/** A finished child of a distributed map. */
export interface FinishedItem {
  index: number
  /** how many items of the dataset this child carried */
  items: number
  start: number
  stop: number
  input: Json
  output?: Json
  failure?: { Error: string; Cause: string }
}

export interface StatusChange {
  version: '0'
  id: string
  source: 'aws.states'
  'detail-type': 'Step Functions Execution Status Change'
  account: string
  region: string
  time: string
  resources: string[]
  detail: {
    executionArn: string
    stateMachineArn: string
    name: string
    status: ExecutionStatus
    input: string
    output: string | null
    error: string | null
    cause: string | null
    startDate: number
    stopDate: number | null
  }
}

/** Time as the interpreter sees it; tests give one that does not wait. */
export interface StatesClock {
  /** UTC milliseconds */
  now(): number
  /** Calls `wake` after `ms`; the answer takes it back. */
  after(ms: number, wake: () => void): () => void
}

export interface InvokeOptions {
  qualifier?: string
  /** the role of the state machine on whose behalf the function is called */
  roleArn: string
  executionArn: string
}

/** Runs a function; throws `{ name, message, stack? }` with the error's type as name. */
export type Invoke = (functionArn: string, payload: Json, options: InvokeOptions) => Promise<{ payload: Json }>
