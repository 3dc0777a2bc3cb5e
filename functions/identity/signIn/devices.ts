/** A client in a few words, for a person who looks at the list of devices. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/MicroMessenger/i, '微信'],
  [/AlipayClient/i, '支付宝'],
  [/DingTalk/i, '钉钉'],
  [/Edg\//, 'Edge'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const systems: readonly (readonly [RegExp, string])[] = [
  [/Windows/, 'Windows'],
  [/iPhone|iPad/, 'iOS'],
  [/Mac OS X/, 'macOS'],
  [/HarmonyOS/, 'HarmonyOS'],
  [/Android/, 'Android'],
  [/Linux/, 'Linux'],
]

export const deviceOf = (agent: string): string => {
  const first = (of: readonly (readonly [RegExp, string])[]) => of.find(([pattern]) => pattern.test(agent))?.[1]
  return [first(browsers), first(systems)].filter(Boolean).join(' · ') || '其他客户端'
}
