package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"axioma/internal/httpapi"
	"axioma/internal/service/usecase"
)

const (
	releasesFirst  = time.Minute
	releasesEvery  = 24 * time.Hour
	releaseTimeout = 20 * time.Second
	releaseBytes   = 1 << 20
)

type releases struct {
	feed  string // empty: no check
	mutex sync.Mutex
	state httpapi.ReleaseState
}

func newReleases(feed string) *releases {
	return &releases{feed: feed, state: httpapi.ReleaseState{Version: strings.TrimPrefix(sourceVersion(), "v"), Asks: feed != ""}}
}

func (r *releases) State() httpapi.ReleaseState {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	return r.state
}

func (r *releases) Run(ctx context.Context, log *slog.Logger) {
	if r.feed == "" {
		return
	}
	usecase.RunPeriodically(ctx, log, usecase.PeriodicTask{Name: "maintenance of releases", First: releasesFirst, Every: releasesEvery, Run: r.fetch})
}

type release struct {
	Name    string `json:"tag_name"`
	Address string `json:"html_url"`
}

// fetch asks the feed for the newest release. The request contains no version and no cookie.
func (r *releases) fetch(ctx context.Context) (err error) {
	ctx, cancel := context.WithTimeout(ctx, releaseTimeout)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, r.feed, http.NoBody)
	if err != nil {
		return fmt.Errorf("fetching the newest release: %w", err)
	}
	request.Header.Set("User-Agent", "axioma")
	request.Header.Set("Accept", "application/json")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return fmt.Errorf("fetching the newest release: %w", err)
	}
	defer func() { err = errors.Join(err, response.Body.Close()) }()
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("fetching the newest release: %s", response.Status)
	}
	var newest release
	if err := json.NewDecoder(io.LimitReader(response.Body, releaseBytes)).Decode(&newest); err != nil {
		return fmt.Errorf("reading the release feed: %w", err)
	}
	if newest.Name == "" {
		return errors.New("the release feed has no tag_name")
	}
	r.remember(newest)
	return nil
}

func (r *releases) remember(newest release) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	r.state.Newest, r.state.Newer = strings.TrimPrefix(newest.Name, "v"), isNewer(newest.Name, r.state.Version)
	r.state.Address = ""
	if strings.HasPrefix(newest.Address, "https://") {
		r.state.Address = newest.Address
	}
}

func isNewer(one, other string) bool {
	first, ok := numbersOf(one)
	second, alsoOK := numbersOf(other)
	if !ok || !alsoOK {
		return false
	}
	for i := range first {
		if first[i] != second[i] {
			return first[i] > second[i]
		}
	}
	return false
}

func numbersOf(text string) (numbers [3]int, ok bool) {
	text, _, _ = strings.Cut(strings.TrimPrefix(text, "v"), " ")
	parts := strings.Split(text, ".")
	if len(parts) != len(numbers) {
		return numbers, false
	}
	for i, part := range parts {
		number, err := strconv.Atoi(part)
		if err != nil || number < 0 {
			return numbers, false
		}
		numbers[i] = number
	}
	return numbers, true
}
