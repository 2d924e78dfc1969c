package web

import (
	"container/list"
	"net"
	"net/http"
	"sync"
)

// A crowd is the open connections of a server. Those that are accepted are bounded, so that files are left for the store and an overload costs what the bound says; more wait in
// the system's queue, which refuses when it is full. So that they do not wait for people who are only reading, whoever has waited longest for their next request makes
// room as soon as few are left: a browser opens another connection when it needs one.
type crowd struct {
	most, spare int // connections that are accepted; of these, left free by connections that wait
	places      chan struct{}

	mu      sync.Mutex
	open    int
	waiting list.List // of net.Conn, whoever has waited longest first
	at      map[net.Conn]*list.Element
}

func newCrowd(most, spare int) *crowd {
	return &crowd{most: most, spare: spare, places: make(chan struct{}, most), at: map[net.Conn]*list.Element{}}
}

// admit is a listener that accepts as many connections as there may be. It hands them on as they are: one of TLS that is wrapped in another type net/http does not
// know as such, and serves it HTTP/1.1 where HTTP/2 was agreed upon. So a place is given back when the server says that a connection is closed.
func (c *crowd) admit(l net.Listener) net.Listener {
	return &entrance{Listener: l, places: c.places, closed: make(chan struct{})}
}

// An entrance accepts connections while there are places.
type entrance struct {
	net.Listener
	places chan struct{}
	once   sync.Once
	closed chan struct{}
}

func (e *entrance) Accept() (net.Conn, error) {
	select {
	case e.places <- struct{}{}:
	case <-e.closed:
		return nil, net.ErrClosed
	}
	conn, err := e.Listener.Accept()
	if err != nil {
		<-e.places
	}
	return conn, err
}

func (e *entrance) Close() error {
	e.once.Do(func() { close(e.closed) })
	return e.Listener.Close()
}

// changed is told by a server what becomes of its connections.
func (c *crowd) changed(conn net.Conn, now http.ConnState) {
	if leaves := c.note(conn, now); leaves != nil {
		leaves.Close()
	}
}

// note keeps the books, and returns whoever is to make room, if anybody.
func (c *crowd) note(conn net.Conn, now http.ConnState) net.Conn {
	c.mu.Lock()
	defer c.mu.Unlock()
	if e := c.at[conn]; e != nil {
		c.waiting.Remove(e)
		delete(c.at, conn)
	}
	switch now {
	case http.StateNew:
		c.open++
	case http.StateClosed, http.StateHijacked:
		c.open--
		<-c.places
	case http.StateIdle:
		c.at[conn] = c.waiting.PushBack(conn)
	}
	first := c.waiting.Front()
	if c.open+c.spare <= c.most || first == nil {
		return nil
	}
	delete(c.at, c.waiting.Remove(first).(net.Conn))
	return first.Value.(net.Conn)
}
