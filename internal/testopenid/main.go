// Command testopenid serves an OpenID Connect provider for browser tests. Its page asks for an e-mail address and
// confirms it. It prints its address and ends when its input ends.
package main

import (
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"time"

	"axioma/internal/openid/openidtest"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		log.Fatal(err)
	}
}

func run(args []string) error {
	if len(args) != 1 {
		return fmt.Errorf("usage: testopenid REDIRECT_URL")
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return fmt.Errorf("listening: %w", err)
	}
	provider, err := openidtest.New("http://"+listener.Addr().String(), args[0])
	if err != nil {
		return err
	}
	fmt.Println(provider.URL)
	go func() {
		if _, err := io.Copy(io.Discard, os.Stdin); err != nil {
			log.Print("reading the input: ", err)
		}
		os.Exit(0)
	}()
	server := http.Server{Handler: provider, ReadHeaderTimeout: time.Minute}
	return fmt.Errorf("serving: %w", server.Serve(listener))
}
