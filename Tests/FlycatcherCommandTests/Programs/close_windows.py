"""Closes every window of the display as its frame does: by the window manager's message."""
import ctypes, sys
X = ctypes.CDLL("libX11.so.6")
X.XOpenDisplay.restype = ctypes.c_void_p
d = ctypes.c_void_p(X.XOpenDisplay(None))
X.XDefaultRootWindow.argtypes=[ctypes.c_void_p]; X.XDefaultRootWindow.restype=ctypes.c_ulong
root = X.XDefaultRootWindow(d)
X.XInternAtom.argtypes=[ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int]; X.XInternAtom.restype=ctypes.c_ulong
proto = X.XInternAtom(d, b"WM_PROTOCOLS", 0); delete = X.XInternAtom(d, b"WM_DELETE_WINDOW", 0)
r=ctypes.c_ulong(); p=ctypes.c_ulong(); ch=ctypes.POINTER(ctypes.c_ulong)(); n=ctypes.c_uint()
X.XQueryTree.argtypes=[ctypes.c_void_p, ctypes.c_ulong]+[ctypes.c_void_p]*4
X.XQueryTree(d, root, ctypes.byref(r), ctypes.byref(p), ctypes.byref(ch), ctypes.byref(n))
class Msg(ctypes.Structure):
    _fields_=[("type",ctypes.c_int),("serial",ctypes.c_ulong),("send_event",ctypes.c_int),("display",ctypes.c_void_p),("window",ctypes.c_ulong),("message_type",ctypes.c_ulong),("format",ctypes.c_int),("l",ctypes.c_long*5)]
class Ev(ctypes.Union):
    _fields_=[("m",Msg),("pad",ctypes.c_long*24)]
X.XSendEvent.argtypes=[ctypes.c_void_p, ctypes.c_ulong, ctypes.c_int, ctypes.c_long, ctypes.c_void_p]
for i in range(n.value):
    e=Ev(); e.m.type=33; e.m.window=ch[i]; e.m.message_type=proto; e.m.format=32; e.m.l[0]=delete; e.m.l[1]=0
    X.XSendEvent(d, ch[i], 0, 0, ctypes.byref(e))
X.XSync.argtypes=[ctypes.c_void_p, ctypes.c_int]; X.XSync(d,0)
