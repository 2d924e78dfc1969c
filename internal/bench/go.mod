module bench

go 1.26.0

require (
	adjudicate v0.0.0
	github.com/corentings/chess/v2 v2.3.3
	github.com/notnil/chess v1.10.0
)

require (
	github.com/goccy/go-yaml v1.19.2 // indirect
	github.com/google/uuid v1.6.0 // indirect
	github.com/rivo/uniseg v0.4.7 // indirect
	golang.org/x/exp v0.0.0-20250128182459-e0ece0dbea4c // indirect
	golang.org/x/text v0.42.0 // indirect
)

replace adjudicate => ../..
