/** Processor time of this thread so far, in milliseconds. Unlike a clock, it does not advance while others use the processor. */
export function processorMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
