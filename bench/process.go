package main

import (
	"context"
	"fmt"
	"os"
	"slices"
	"time"
)

const megabyte = 1e6

func benchMemory(_ context.Context, s *stage) ([]row, error) {
	now, highest, err := s.server.memory()
	if err != nil {
		return nil, err
	}
	return []row{
		below("resident memory after the load", now/megabyte, 100, " MB"),
		below("resident memory at its highest", highest/megabyte, 100, " MB"),
	}, nil
}

func benchStart(ctx context.Context, s *stage) ([]row, error) {
	const starts = 5
	var times []time.Duration
	for range starts {
		if err := s.restart(ctx); err != nil {
			return nil, err
		}
		times = append(times, s.server.startupTime)
	}
	slices.Sort(times)
	return []row{below("start-up, median of 5", toMilliseconds(times[starts/2]), 150, " ms")}, nil
}

func benchBinarySize(_ context.Context, s *stage) ([]row, error) {
	info, err := os.Stat(s.options.binary)
	if err != nil {
		return nil, fmt.Errorf("measure the size of the binary: %w", err)
	}
	return []row{information("size of the binary", number(float64(info.Size())/megabyte)+" MB")}, nil
}
