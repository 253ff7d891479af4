// The tests, a file for each subject.
#pragma once

void test_journey(void);
void test_arguments(void);
void test_payloads(void);
void test_handles(void);
void test_requests(void);
void test_endings(void);
void test_bytes(void);
void test_questions(void);
void test_computations(void);
