export function closeSocket(socket: WebSocket | undefined): void {
  // Closing a socket while it is connecting would log an error in the browser's console.
  if (socket?.readyState === WebSocket.CONNECTING) socket.onopen = () => socket.close();
  else socket?.close();
}
