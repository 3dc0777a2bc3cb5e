import { randomUUID } from 'node:crypto'
import { ApiError } from './failure.ts'
import { checkName } from './ledger.ts'
import { parseDefinition } from './validate.ts'
import type { Engine } from './thread.ts'
import type { Machine, MachineType } from './states.types.ts'

/** What a state machine is made from. */
export interface MachineProps {
  name: string
  /** the definition as JSON text */
  definition: string
  roleArn: string
  type: MachineType
}

/** The state machines. Each definition is checked before it is taken. */
export class Machines {
  readonly #engine: Engine
  readonly #byArn: Map<string, Machine>

  constructor(engine: Engine) {
    this.#engine = engine
    this.#byArn = new Map(engine.journal.machines().map((machine) => [machine.arn, machine]))
  }

  arnOf(name: string): string {
    const { partition, region, accountId } = this.#engine
    return `arn:${partition}:states:${region}:${accountId}:stateMachine:${name}`
  }

  /** Throws ApiError StateMachineDoesNotExist. */
  get(arn: string): Machine {
    const machine = this.#byArn.get(arn)
    if (!machine) throw new ApiError('StateMachineDoesNotExist', `State Machine Does Not Exist: '${arn}'`)
    return machine
  }

  list(): Machine[] {
    return [...this.#byArn.values()].sort((a, b) => (a.name < b.name ? -1 : 1))
  }

  /** The same machine again is answered; another of that name is StateMachineAlreadyExists. */
  create(props: MachineProps): Machine {
    const arn = this.arnOf(checkName(props.name))
    parseDefinition(props.definition, props.type, this.#engine.customNames)
    const existing = this.#byArn.get(arn)
    if (existing) {
      const same = (['definition', 'roleArn', 'type'] as const).every((field) => existing[field] === props[field])
      if (same) return existing
      throw new ApiError('StateMachineAlreadyExists', `State Machine Already Exists: '${arn}'`)
    }
    const now = this.#engine.clock.now()
    return this.#save({ ...props, arn, revisionId: randomUUID(), created: now, updated: now })
  }

  update(arn: string, changes: { definition?: string; roleArn?: string }): Machine {
    const machine = this.get(arn)
    if (changes.definition !== undefined) parseDefinition(changes.definition, machine.type, this.#engine.customNames)
    return this.#save({
      ...machine,
      definition: changes.definition ?? machine.definition,
      roleArn: changes.roleArn ?? machine.roleArn,
      revisionId: randomUUID(),
      updated: this.#engine.clock.now(),
    })
  }

  delete(arn: string): void {
    this.#byArn.delete(arn)
    this.#engine.journal.deleteMachine(arn)
  }

  #save(machine: Machine): Machine {
    this.#byArn.set(machine.arn, machine)
    this.#engine.journal.saveMachine(machine)
    return machine
  }
}
