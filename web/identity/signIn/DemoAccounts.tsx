import { useEffect, useState } from 'react'
import { demoAccounts } from '#shared/identity/identity.calls.ts'
import type { OutputOf } from '#shared/kit/call.ts'
import { ask } from '#web/kit/ask.ts'
import { identityPaths } from '../identity.paths.ts'

type Rows = OutputOf<typeof demoAccounts>

/** The demo's accounts: one click signs in. Nothing is there outside the demo, where the server answers none. */
export const DemoAccounts = ({ use }: { use: (accountName: string, password: string) => void }) => {
  const [rows, setRows] = useState<Rows>([])
  useEffect(() => {
    ask(demoAccounts, {}, { quiet: true }).then(setRows, () => undefined)
  }, [])
  if (rows.length === 0) return null
  return (
    <details className="demo-accounts" open>
      <summary>演示账号 · 点击即可登录</summary>
      <div className="demo-accounts-box" tabIndex={0} role="region" aria-label="演示账号">
        <table>
          <thead>
            <tr>
              <th scope="col">身份</th>
              <th scope="col">账号</th>
              <th scope="col">密码</th>
              <th scope="col">学校</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((r) => (
              <tr key={r.accountName} onClick={() => use(r.accountName, r.password)}>
                <td>
                  <button type="button">{r.label}</button>
                </td>
                <td>{r.accountName}</td>
                <td>{r.password}</td>
                <td>{r.schoolName ?? '—'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p>
        <a href={identityPaths.outbox}>演示发件箱</a>：短信和邮件里的验证码在这里看
      </p>
    </details>
  )
}
