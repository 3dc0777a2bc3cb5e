/** What the tests use of the OpenID provider, which brings no types. */
declare module 'oidc-provider' {
  import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'

  type Interaction = {
    uid: string
    prompt: { name: string }
    params: Record<string, string>
    session?: { accountId: string }
  }
  export class Provider {
    constructor(issuer: string, configuration: object)
    callback(): RequestListener
    proxy: boolean
    interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<Interaction>
    interactionFinished(
      request: IncomingMessage,
      response: ServerResponse,
      result: object,
      options?: { mergeWithLastSubmission: boolean },
    ): Promise<void>
    Grant: new (of: { accountId: string; clientId: string }) => {
      addOIDCScope(scope: string): void
      save(): Promise<string>
    }
  }
}
