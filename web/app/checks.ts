/** What the environment check says of its figures. Pure. */
export type Finding = { name: string; state: 'good' | 'fair' | 'bad'; text: string }

/** @param ms how long an answer took; null: none came. */
export const networkWords = (ms: number | null, ip: string): Finding =>
  ms === null
    ? { name: '网络', state: 'bad', text: '连不上服务器。请检查网线、无线网络或防火墙。' }
    : {
        name: '网络',
        state: ms < 800 ? 'good' : 'fair',
        text: `服务器在 ${Math.round(ms)} 毫秒内应答，您的地址是 ${ip}。${ms < 800 ? '' : '有些慢，阅卷时图片会晚到。'}`,
      }

/** @param skew the server's clock less this computer's, ms. */
export const clockWords = (skew: number, time: string): Finding => {
  const minutes = Math.round(Math.abs(skew) / 60_000)
  return minutes < 2
    ? { name: '时钟', state: 'good', text: `与服务器一致，现在是 ${time}。` }
    : {
        name: '时钟',
        state: 'fair',
        text: `这台电脑的时钟${skew > 0 ? '慢' : '快'}了约 ${minutes} 分钟。不影响登录和成绩，建议校准；服务器时间是 ${time}。`,
      }
}
