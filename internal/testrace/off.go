//go:build !race

package testrace

const watching = false
