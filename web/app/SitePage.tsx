import { useEffect } from 'react'
import { Mark } from '#web/kit/parts/Mark.tsx'
import { identityPaths } from '#web/identity/identity.paths.ts'
import { brand } from '#web/kit/brand.ts'
import { homePaths } from '#web/kit/home.paths.ts'
import { SitePicture } from './SitePicture.tsx'
import { siteContents } from './site.content.ts'
import type { SiteSection } from './site.content.ts'
import { sitePages } from './site.pages.ts'
import { titleOf } from './title.ts'
import './site.css'

const filled = (text: string): string => text.replaceAll('{brand}', brand.name).replaceAll('{phone}', brand.phone)

const Section = ({ heading, text, points, steps }: SiteSection) => (
  <section>
    <h2>{heading}</h2>
    {text && <p>{filled(text)}</p>}
    {points && (
      <ul>
        {points.map((p) => (
          <li key={p}>{filled(p)}</li>
        ))}
      </ul>
    )}
    {steps && (
      <ol>
        {steps.map((s) => (
          <li key={s.name}>
            <b>{s.name}</b>
            <span>{filled(s.text)}</span>
          </li>
        ))}
      </ol>
    )}
  </section>
)

/** A public page: no session, no design system to wait for. */
export const SitePage = ({ path }: { path: string }) => {
  const named = sitePages.find((p) => p.path === path) ?? sitePages[0]!
  const page = siteContents.find((p) => p.path === named.path)!
  useEffect(() => {
    document.title = titleOf(named.name, brand.title)
  }, [named])
  return (
    <div className="site">
      <header>
        <a href="/" className="site-brand">
          <Mark mark={brand.mark} />
          {brand.name}
        </a>
        <nav aria-label="网站">
          {sitePages
            .filter((p) => !p.aside)
            .map((p) => (
              <a key={p.path} href={p.path} aria-current={p === named ? 'page' : undefined}>
                {p.name}
              </a>
            ))}
        </nav>
        <a href={homePaths.signIn} className="site-enter">
          登录
        </a>
      </header>
      <main>
        <div className={page.picture ? 'site-head site-pictured' : 'site-head'}>
          <div>
            <h1>{page.title}</h1>
            <p>{filled(page.lead)}</p>
            {page.action && (
              <a href={page.action.to} className="site-action">
                {page.action.name}
              </a>
            )}
          </div>
          {page.picture && <SitePicture name={page.picture} />}
        </div>
        <div className="site-sections">
          {page.sections.map((s) => (
            <Section key={s.heading} {...s} />
          ))}
        </div>
      </main>
      <footer>
        <span>
          {brand.name} · 客服电话 {brand.phone}
        </span>
        <a href="/studentInfo">学生信息说明</a>
        <a href={identityPaths.agreement}>用户注册协议</a>
        <a href={homePaths.checks}>环境检测</a>
      </footer>
    </div>
  )
}

/** One screen a page, for the routes. */
export const siteScreen = (path: string) => () => <SitePage path={path} />
